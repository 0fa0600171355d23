"""First names that are common in Poland: they tell which word is a surname."""

from collections.abc import Sequence

from stolik.app.sheets.reading.headings import plain_words

_NAMES = """
ada adam adrian adrianna agata agnieszka ala albert aleks aleksander aleksandra alfred alicja alina
amelia anastazja andrzej aneta angelika aniela anita anna antoni antonina apolonia arkadiusz artur
asia barbara bartek bartlomiej bartosz basia beata blanka blazej bogdan bogumil bogumila boguslaw
borys bozena bruno bronislaw cecylia cezary celina czeslaw damian daniel danuta daria dariusz dawid
dominik dominika dorota edward edyta eliza elzbieta emil emilia emma eryk eugeniusz ewa ewelina
fabian felicja feliks filip franciszek franciszka gabriel gabriela gaja grazyna grzegorz hanna hania
helena henryk hubert iga ignacy igor ilona irena ireneusz iwo iwona iza izabela jacek jadwiga jagoda
jakub jan janina janusz jaroslaw jasmina jerzy jedrzej joanna jola jolanta jozef jozefina judyta
julia julian julianna julita juliusz justyna kacper kaja kajetan kalina kamil kamila karina karol
karolina kasia katarzyna kazimierz kinga klara klaudia klaudiusz konrad konstanty kordian kornel
kornelia krystian krystyna krzysztof ksawery kuba laura lech lena leo leon leszek lidia liliana
lilianna liwia lucja lucjan lucyna ludwik ludwika lukasz maciej maja magda magdalena maks maksym
maksymilian malgorzata malwina marcel marcelina marcin marek maria marian marianna mariola mariusz
marlena marta martyna marzena mateusz matylda maurycy michal michalina mieczyslaw mikolaj milena
milosz mirella miroslaw miroslawa monika nadia nastazja natalia natan nataniel nel nela nikodem
nikola nina norbert ola olaf olek olga oliwia oliwier oskar otylia patrycja patryk paula paulina
pawel piotr pola przemyslaw radoslaw rafal regina renata robert roch roksana roman rozalia roza
ryszard sabina sandra sara sebastian seweryn slawomir sonia stanislaw stanislawa stefan stefania
sylwester sylwia szymon tadeusz tamara teodor teresa tobiasz tola tomasz tomek tosia tymon tymoteusz
tytus ula urszula waclaw waldemar wanda weronika wieslawa wieslaw wiktor wiktoria wincenty wioletta
witold wladyslaw wlodzimierz wojciech zbigniew zdzislaw zenon zofia zosia zuzanna zuzia
zygmunt
"""
_KNOWN = frozenset(plain_words(_NAMES).split())


def mostly_first_names(words: Sequence[str]) -> bool:
    """Whether three of four are known; fewer prove nothing, as lists mix both ways."""
    return 4 * sum(plain_words(word) in _KNOWN for word in words) >= 3 * len(words)

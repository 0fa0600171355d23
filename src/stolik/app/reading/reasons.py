"""Why somebody does something: words in one line.

A dot is no reason, nor is what nobody can see: control signs, breaks of lines, spaces without a
width, letters that show nothing. Logs of former versions may hold such words and are read as they
are: this is asked at the door only.
"""

_SEEN = r"[^\x00-\x1f\x7f-\x9f\u200b\u2028\u2029\u2060\ufeff]*(?![\s\S])"
_WORDS = r"(?=[^\n]*[^\W_\u115f\u1160\u3164\uffa0])" + _SEEN
WHY = f"^{_WORDS}"
MAYBE_WHY = rf"^(?: *(?![\s\S])|{_WORDS})"

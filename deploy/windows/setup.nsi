; The setup for one user: no administrator, everything in one folder, data in another that outlives it.
; makensis -DVERSION=… -DTREE=… -DSETUP=… setup.nsi   (tools/build_windows.py)
Target amd64-unicode
!include "MUI2.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Stolik"

Name "Stolik"
OutFile "${SETUP}"
InstallDir "$LOCALAPPDATA\Programs\Stolik"
RequestExecutionLevel user
SetCompressor /SOLID lzma
ManifestDPIAware true

!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_FUNCTION StartIt
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "Polish"
!insertmacro MUI_LANGUAGE "English"

LangString PROGRAM ${LANG_POLISH} "Stolik"
LangString PROGRAM ${LANG_ENGLISH} "Stolik"
LangString PHONES ${LANG_POLISH} "Wpuść telefony z sieci lokalnej (Windows zapyta raz o zgodę administratora)"
LangString PHONES ${LANG_ENGLISH} "Let phones of the local network in (Windows asks an administrator once)"
LangString RUNS ${LANG_POLISH} "Stolik działa. Zamknij jego okno i kliknij „Ponów próbę”."
LangString RUNS ${LANG_ENGLISH} "Stolik is running. Close its window and click Retry."
LangString FOREIGN ${LANG_POLISH} "W folderze $INSTDIR nie ma Stolika, tylko coś innego. Nic w nim nie zmieniono. Podaj folder, którego jeszcze nie ma."
LangString FOREIGN ${LANG_ENGLISH} "The folder $INSTDIR holds something else than Stolik. Nothing in it was changed. Name a folder that does not exist yet."
LangString DEMO ${LANG_POLISH} "Stolik – pokaz"
LangString DEMO ${LANG_ENGLISH} "Stolik – demo"
LangString REMOVE ${LANG_POLISH} "Odinstaluj Stolik"
LangString REMOVE ${LANG_ENGLISH} "Uninstall Stolik"
LangString DATA ${LANG_POLISH} "Usunąć też dane turniejów z folderu $LOCALAPPDATA\stolik? Tego nie można cofnąć."
LangString DATA ${LANG_ENGLISH} "Delete the data of tournaments in $LOCALAPPDATA\stolik, too? This cannot be undone."

; What is removed whole has to be ours: /D= or a copied uninstall.exe may name any folder.
!macro DemandOurs
  IfFileExists "$INSTDIR\*.*" 0 ours
  IfFileExists "$INSTDIR\stolik.cmd" ours
  MessageBox MB_OK|MB_ICONSTOP "$(FOREIGN)" /SD IDOK
  Abort
  ours:
!macroend

; A running server holds its interpreter open: nothing is replaced or removed under it.
!macro DemandStopped
  again:
  IfFileExists "$INSTDIR\python311.dll" 0 stopped
  ClearErrors
  FileOpen $0 "$INSTDIR\python311.dll" a
  IfErrors 0 closed
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNS)" /SD IDCANCEL IDRETRY again
  Abort
  closed:
  FileClose $0
  stopped:
!macroend

Section "$(PROGRAM)" Program
  SectionIn RO
  !insertmacro DemandOurs
  !insertmacro DemandStopped
  RMDir /r "$INSTDIR"
  SetOutPath "$INSTDIR"
  ; First, so that a folder is known as ours also if the setup is ended half-way.
  File "${TREE}/stolik.cmd"
  File /r "${TREE}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Stolik"
  CreateShortcut "$SMPROGRAMS\Stolik\Stolik.lnk" "$INSTDIR\python.exe" "-m stolik serve --lan --open" "$INSTDIR\stolik.ico"
  CreateShortcut "$SMPROGRAMS\Stolik\$(DEMO).lnk" "$INSTDIR\python.exe" "-m stolik demo --open" "$INSTDIR\stolik.ico"
  CreateShortcut "$SMPROGRAMS\Stolik\$(REMOVE).lnk" "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Stolik"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\stolik.ico"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

; Without it Windows itself asks when the server is first started, and may be told no by mistake. Nobody is asked by
; a setup that was started with /S.
Section "$(PHONES)" Phones
  IfSilent done
  ReadRegDWORD $0 HKCU "${KEY}" "Firewall"
  IntCmp $0 1 done
  ClearErrors
  ExecShellWait "runas" "netsh" 'advfirewall firewall add rule name="Stolik" dir=in action=allow program="$INSTDIR\python.exe" profile=private,domain' SW_HIDE
  IfErrors done
  WriteRegDWORD HKCU "${KEY}" "Firewall" 1
  done:
SectionEnd

Function StartIt
  ExecShell "" "$SMPROGRAMS\Stolik\Stolik.lnk"
FunctionEnd

Section "Uninstall"
  !insertmacro DemandOurs
  !insertmacro DemandStopped
  ReadRegDWORD $0 HKCU "${KEY}" "Firewall"
  IntCmp $0 1 0 shut shut
  ExecShellWait "runas" "netsh" 'advfirewall firewall delete rule name="Stolik" program="$INSTDIR\python.exe"' SW_HIDE
  shut:
  RMDir /r "$SMPROGRAMS\Stolik"
  RMDir /r "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DATA)" /SD IDNO IDNO kept
  RMDir /r "$LOCALAPPDATA\stolik"
  kept:
SectionEnd

; The installer, for one user and without an administrator. Built by scripts/windows/package.
;   /S         silent; results and settings stay on uninstalling
;   /D=FOLDER  installs there (last argument)
;   /RESULTS   (uninstall.exe) removes results and settings as well, without asking
Unicode true
Target amd64-unicode
Name "Cipherbench"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Cipherbench"
InstallDirRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall\Cipherbench" "InstallLocation"
SetCompressor /SOLID ${COMPRESSOR}
ManifestDPIAware true
ManifestLongPathAware true
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Cipherbench"
!define CLASSES "Software\Classes"
!define OPEN '"$INSTDIR\cipherbenchw.exe" open "%1"'
!define MUI_ICON "${STAGE}\cipherbench.ico"
!define MUI_UNICON "${STAGE}\cipherbench.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\cipherbenchw.exe"

!insertmacro MUI_PAGE_LICENSE "${STAGE}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "PortugueseBR"

LangString RUNS ${LANG_ENGLISH} "Cipherbench is running. Close it, then try again."
LangString RUNS ${LANG_PORTUGUESEBR} "O Cipherbench está em execução. Feche-o e tente de novo."
LangString OTHERS ${LANG_ENGLISH} "$INSTDIR holds other files. Choose an empty folder."
LangString OTHERS ${LANG_PORTUGUESEBR} "$INSTDIR contém outros arquivos. Escolha uma pasta vazia."
LangString RUNTIME ${LANG_ENGLISH} "Cipherbench needs Microsoft's Visual C++ Redistributable (x64), which is missing here. Install it before you start Cipherbench."
LangString RUNTIME ${LANG_PORTUGUESEBR} "O Cipherbench precisa do Visual C++ Redistributable (x64) da Microsoft, que não está instalado. Instale-o antes de iniciar o Cipherbench."
LangString RESULTS ${LANG_ENGLISH} "Delete your results and settings, too?$\n$\n$LOCALAPPDATA\cipherbench"
LangString RESULTS ${LANG_PORTUGUESEBR} "Excluir também seus resultados e configurações?$\n$\n$LOCALAPPDATA\cipherbench"
LangString VERB ${LANG_ENGLISH} "Open in Cipherbench"
LangString VERB ${LANG_PORTUGUESEBR} "Abrir no Cipherbench"

; Removes the program's own files, and nothing else that may lie in its folder.
!macro REMOVE_PROGRAM
    ${If} ${FileExists} "$INSTDIR\python\python313.dll"
        ClearErrors
        Delete "$INSTDIR\python\python313.dll" ; which a running program holds
        ${If} ${Errors}
            MessageBox MB_OK|MB_ICONSTOP "$(RUNS)" /SD IDOK
            SetErrorLevel 2
            Abort "$(RUNS)"
        ${EndIf}
    ${EndIf}
    RMDir /r "$INSTDIR\python"
    Delete "$INSTDIR\cipherbench.exe"
    Delete "$INSTDIR\cipherbenchw.exe"
    Delete "$INSTDIR\cipherbench.ico"
    Delete "$INSTDIR\LICENSE.txt"
    Delete "$INSTDIR\README.txt"
!macroend

; Windows knows a type by its last suffix alone: .zip and .toml stay whose they are. "Open with" lists us, and
; files that are called ….cipherbench.zip and ….cipherbench.toml have a verb of their own.
!macro FILE_TYPE SUFFIX
    WriteRegStr HKCU "${CLASSES}\${SUFFIX}\OpenWithProgids" "Cipherbench.File" ""
    WriteRegStr HKCU "${CLASSES}\SystemFileAssociations\${SUFFIX}\shell\Cipherbench" "" "$(VERB)"
    WriteRegStr HKCU "${CLASSES}\SystemFileAssociations\${SUFFIX}\shell\Cipherbench" "Icon" "$INSTDIR\cipherbench.ico"
    WriteRegStr HKCU "${CLASSES}\SystemFileAssociations\${SUFFIX}\shell\Cipherbench" "AppliesTo" "System.FileName:$\"*.cipherbench${SUFFIX}$\""
    WriteRegStr HKCU "${CLASSES}\SystemFileAssociations\${SUFFIX}\shell\Cipherbench\command" "" '${OPEN}'
!macroend
!macro NO_FILE_TYPE SUFFIX
    DeleteRegValue HKCU "${CLASSES}\${SUFFIX}\OpenWithProgids" "Cipherbench.File"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${SUFFIX}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\${SUFFIX}"
    DeleteRegKey HKCU "${CLASSES}\SystemFileAssociations\${SUFFIX}\shell\Cipherbench"
    DeleteRegKey /ifempty HKCU "${CLASSES}\SystemFileAssociations\${SUFFIX}\shell"
    DeleteRegKey /ifempty HKCU "${CLASSES}\SystemFileAssociations\${SUFFIX}"
    DeleteRegKey /ifempty HKCU "${CLASSES}\SystemFileAssociations"
!macroend

Function refuse_others
    ${IfNot} ${FileExists} "$INSTDIR\cipherbench.exe"
        ${DirState} "$INSTDIR" $0 ; 1: holds something
        ${If} $0 == 1
            MessageBox MB_OK|MB_ICONSTOP "$(OTHERS)" /SD IDOK
            SetErrorLevel 2
            Abort "$(OTHERS)"
        ${EndIf}
    ${EndIf}
FunctionEnd

Section
    Call refuse_others
    !insertmacro REMOVE_PROGRAM
    SetOutPath "$INSTDIR"
    File /r "${STAGE}\*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Cipherbench.lnk" "$INSTDIR\cipherbenchw.exe" "" "$INSTDIR\cipherbench.ico"
    WriteRegStr HKCU "${CLASSES}\Cipherbench.File" "" "Cipherbench"
    WriteRegStr HKCU "${CLASSES}\Cipherbench.File\DefaultIcon" "" "$INSTDIR\cipherbench.ico"
    WriteRegStr HKCU "${CLASSES}\Cipherbench.File\shell\open\command" "" '${OPEN}'
    !insertmacro FILE_TYPE .zip
    !insertmacro FILE_TYPE .toml
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Cipherbench"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\cipherbench.ico"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ${IfNot} ${FileExists} "$SYSDIR\msvcp140.dll"
        MessageBox MB_OK|MB_ICONINFORMATION "$(RUNTIME)" /SD IDOK
    ${EndIf}
SectionEnd

Section "Uninstall"
    !insertmacro REMOVE_PROGRAM
    Delete "$SMPROGRAMS\Cipherbench.lnk"
    DeleteRegKey HKCU "${CLASSES}\Cipherbench.File"
    !insertmacro NO_FILE_TYPE .zip
    !insertmacro NO_FILE_TYPE .toml
    DeleteRegKey HKCU "${UNINSTALL}"
    ; What the program makes again by itself; results, settings and studies are asked about.
    RMDir /r "$LOCALAPPDATA\cipherbench\cipherbench\backups"
    RMDir /r "$LOCALAPPDATA\cipherbench\cipherbench\Logs"
    RMDir /r "$LOCALAPPDATA\cipherbench\cipherbench\runtime"
    RMDir /r "$LOCALAPPDATA\cipherbench\cipherbench\servers"
    RMDir /r "$LOCALAPPDATA\cipherbench\cipherbench\short"
    RMDir /r "$TEMP\cipherbench"
    ${If} ${FileExists} "$LOCALAPPDATA\cipherbench\*.*"
        ${GetParameters} $0
        ClearErrors
        ${GetOptions} $0 "/RESULTS" $1
        ${If} ${Errors}
            MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(RESULTS)" /SD IDNO IDNO stay
        ${EndIf}
        RMDir /r "$LOCALAPPDATA\cipherbench"
        stay:
    ${EndIf}
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR" ; last: once it is gone, all is
SectionEnd

/* python.exe: hands its words to the interpreter beside it. The signed DLL does everything; this file has no more
   than Python's own of the same name, and no C library, so that it is compiled in a second anywhere. */
typedef unsigned short letter;
typedef int (*main_of_python)(int, letter **);

__declspec(dllimport) letter *GetCommandLineW(void);
__declspec(dllimport) letter **CommandLineToArgvW(const letter *, int *);
__declspec(dllimport) void *LoadLibraryA(const char *);
__declspec(dllimport) void *GetProcAddress(void *, const char *);
__declspec(dllimport) void ExitProcess(unsigned);

enum { NO_INTERPRETER = 111 };

void start(void)
{
    int count = 0;
    letter **words = CommandLineToArgvW(GetCommandLineW(), &count);
    void *python = LoadLibraryA(PYTHON_DLL);
    main_of_python run = python ? (main_of_python)GetProcAddress(python, "Py_Main") : 0;
    ExitProcess(run && words ? (unsigned)run(count, words) : NO_INTERPRETER);
}

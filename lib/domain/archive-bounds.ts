/** The most files and folders that an imported zip archive may hold, and the most bytes of the files together. */
export const maxArchiveEntries = 10_000
export const maxUnpackedBytes = 200 * 1024 * 1024
/** The most bytes of an imported workbook when it is unpacked, and of its texts, which are in memory while it is read. */
export const maxWorkbookBytes = 64 * 1024 * 1024
export const maxWorkbookTextBytes = 24 * 1024 * 1024
/** The longest name of a file in an archive, with its folders, in characters, and the most folders in it. */
export const maxArchiveName = 500
export const maxArchiveFolders = 20

/** Maximum files and folders of an imported zip archive, and maximum bytes of its files together. */
export const maxArchiveEntries = 10_000
export const maxUnpackedBytes = 200 * 1024 * 1024
/** Maximum bytes of an imported workbook when unpacked, and of its texts, which are in memory while it is read. */
export const maxWorkbookBytes = 64 * 1024 * 1024
export const maxWorkbookTextBytes = 24 * 1024 * 1024
/** Maximum length of the name of a file in an archive with its folders, in characters, and maximum depth of folders. */
export const maxArchiveName = 500
export const maxArchiveFolders = 20

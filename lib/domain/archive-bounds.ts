/** The most files and folders that an imported zip archive may hold, and the most bytes of the files together. */
export const maxArchiveEntries = 10_000
export const maxUnpackedBytes = 200 * 1024 * 1024
/** The longest name of a file in an archive, with its folders, in characters, and the most folders in it. */
export const maxArchiveName = 500
export const maxArchiveFolders = 20

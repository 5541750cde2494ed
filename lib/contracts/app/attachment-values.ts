/** Maximum bytes of an attachment. */
export const maxAttachmentBytes = 20 * 1024 * 1024

/** Maximum attachments of one review or action. */
export const maxAttachments = 50

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** The media types that are recognised by their content, with the extensions of their names. */
export const binaryTypes = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  [`${office}.wordprocessingml.document`]: ['docx'],
  [`${office}.spreadsheetml.sheet`]: ['xlsx'],
  [`${office}.presentationml.presentation`]: ['pptx'],
  [`${openDocument}.text`]: ['odt'],
  [`${openDocument}.spreadsheet`]: ['ods'],
  [`${openDocument}.presentation`]: ['odp'],
  'application/zip': ['zip'],
  'application/gzip': ['gz'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Extensions of text files. None of them is a program that a double click starts. */
const textExtensions = ['txt', 'log', 'csv', 'tsv', 'json', 'xml', 'yaml', 'yml', 'md', 'eml', 'diff', 'sql', 'conf']

/** The media type of all text files. */
export const textType = 'text/plain'

const mediaTypesByExtension: ReadonlyMap<string, string> = new Map([
  ...Object.entries(binaryTypes).flatMap(([type, endings]) => endings.map((ending) => [ending, type] as const)),
  ...textExtensions.map((ending) => [ending, textType] as const),
])

/** Extensions of all files that can be attached. */
export const attachmentExtensions: readonly string[] = [...mediaTypesByExtension.keys()]

/** The media types of attachments. */
export const attachmentMediaTypes: readonly string[] = [...new Set(mediaTypesByExtension.values())]

/** Returns the media type for the extension of a name; undefined for a file that cannot be attached. */
export const findMediaType = (name: string): string | undefined =>
  mediaTypesByExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())

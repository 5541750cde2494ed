import { fileTypeFromBuffer } from 'file-type'
import { attachmentExtensions, binaryTypes, findMediaType, textType } from '#lib/contracts/app/attachment-values.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'

/** Number of bytes at the beginning of a file that decide its type. */
export const headBytes = 64 * 1024

/** Throws `invalid_parameter` for a name with another ending than those of attachments. */
export function assertAttachable(name: string): void {
  if (findMediaType(name) !== undefined) return
  const endings = `${attachmentExtensions.slice(0, -1).join(', ')} or ${attachmentExtensions.at(-1)}`
  throw invalidField('name', 'query', `must end in ${endings}; put any other file into a ZIP file`)
}

/**
 * Detects the media type of a file by its first bytes, which must match its name. Throws `unsupported_media_type` with
 * the detected type otherwise.
 */
export async function detectType(name: string, head: Uint8Array): Promise<string> {
  const promised = findMediaType(name) ?? ''
  const actual = await detectContent(head)
  // Office files are ZIP files. If their parts are in an unusual order, they are only recognised as ZIP files.
  if (actual === promised || (actual === 'application/zip' && promised.startsWith('application/vnd.'))) return promised
  throw new AppError(
    'unsupported_media_type',
    `The content is ${describeType(actual)}, not what the ending of its name says. Attach the file as it was saved.`,
  )
}

/** Detects the media type of content; undefined for an unknown type. */
async function detectContent(head: Uint8Array): Promise<string | undefined> {
  const detected = await fileTypeFromBuffer(head)
  const isTextual = detected === undefined || detected.mime === 'application/xml'
  return isTextual && isText(head) ? textType : detected?.mime
}

/**
 * True if the bytes are text: no control characters except those of lines, pages and terminals, or a byte order mark of
 * UTF-16.
 */
function isText(head: Uint8Array): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return isUtf16 || !head.some((byte) => byte < 0x20 && !textControls.has(byte))
}

/** Backspace, tab, line feed, form feed, carriage return, escape. */
const textControls: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b])

function describeType(type: string | undefined): string {
  if (type === undefined) return 'of an unknown kind'
  if (type === textType) return 'text'
  const endings = (binaryTypes as Readonly<Record<string, readonly string[]>>)[type]
  return endings ? `a ${endings[0]?.toUpperCase()} file` : `of the type ${type}`
}

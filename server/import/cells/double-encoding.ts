import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/** Matches a lead byte of UTF-8 that was read as windows-1252, followed by another letter beyond ASCII. */
const looksEncodedTwice = /[\u00c2-\u00f4][\u0080-\uffff]/

/**
 * Decodes a text that was encoded twice, once read as windows-1252: "Größe" for "GrÃ¶ÃŸe". Returns undefined for any
 * other text.
 */
export function decodeDoubleEncoded(text: string): string | undefined {
  if (!looksEncodedTwice.test(text)) return undefined
  const bytes = iconv.encode(text, 'windows-1252')
  if (!isUtf8(bytes) || iconv.decode(bytes, 'windows-1252') !== text) return undefined
  return bytes.toString()
}

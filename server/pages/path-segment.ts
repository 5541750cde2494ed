import { notFound } from 'next/navigation'

/** Decodes a segment of a page's path; shows the "not found" page for broken encoding, NUL and lone surrogates. */
export function readPathSegment(encoded: string): string {
  const text = decode(encoded)
  if (text === null || text.includes('\0') || !text.isWellFormed()) notFound()
  return text
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

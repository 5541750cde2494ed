import { notFound } from 'next/navigation'

/** A part of a page's address as text; the page's "not found" for what names nothing: broken encoding, NUL, half characters. */
export function readPathSegment(encoded: string): string {
  const text = decoded(encoded)
  if (text === null || text.includes('\0') || !text.isWellFormed()) notFound()
  return text
}

function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

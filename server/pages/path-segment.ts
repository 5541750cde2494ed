import { notFound } from 'next/navigation'

/** A decoded segment of a page's address; the "not found" page for broken encoding, NUL and lone surrogates. */
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

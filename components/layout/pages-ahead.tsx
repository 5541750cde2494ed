'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { onOwnWrite } from '#lib/api/own-writes.ts'
import { FetchAhead } from './fetch-ahead.ts'
import { onNavigation } from './navigations.ts'
import { loadWhatIsLost, nextPages } from './next-pages.ts'

/** Fetches the page of a link that somebody is about to follow. */
export function PagesAhead() {
  const router = useRouter()
  const [ahead] = useState(() => new FetchAhead(nextPages(router)))
  useEffect(() => ahead.watch(document), [ahead])
  useEffect(() => onNavigation(loadWhatIsLost), [])
  useEffect(() => onOwnWrite(() => ahead.noteWrite()), [ahead])
  const [path, search] = [usePathname(), useSearchParams()]
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is another page
  useEffect(() => ahead.noteShown(), [ahead, path, search])
  return null
}

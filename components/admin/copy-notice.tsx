'use client'

import dynamic from 'next/dynamic'

/** Says that this is a copy. Every page has the notice, and next to none shows it, so it is loaded when needed. */
export const CopyNotice = dynamic(() => import('./copy-card.tsx').then((part) => part.CopyCard), {
  loading: () => null,
})

'use client'

import dynamic from 'next/dynamic'

/** Loaded only for a change that was made from a deployment. */
export const LazyUnrecordedActions = dynamic(
  () => import('./unrecorded-actions.tsx').then((part) => part.UnrecordedActions),
  { loading: () => null },
)

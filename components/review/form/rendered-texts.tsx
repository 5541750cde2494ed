'use client'

import { createContext, type ReactNode, use } from 'react'

type NodesBySource = ReadonlyMap<string, ReactNode>

const RenderedTextsContext = createContext<NodesBySource>(new Map())

export function RenderedTexts({ texts, children }: { texts: NodesBySource; children: ReactNode }) {
  return <RenderedTextsContext value={texts}>{children}</RenderedTextsContext>
}

/** Returns the rendered text; undefined if the server did not render it. */
export const useRenderedText = (source: string): ReactNode => use(RenderedTextsContext).get(source)

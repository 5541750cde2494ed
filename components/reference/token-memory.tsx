'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

type Memory = { tokens: Readonly<Record<string, string>>; keep: (system: string, token: string) => void }

const TokenContext = createContext<Memory>({ tokens: {}, keep: () => {} })

/** Keeps the tokens that were typed, by system, while the reference is open: in memory, nowhere else. */
export function TokenMemory({ children }: { children: ReactNode }) {
  const [tokens, setTokens] = useState<Readonly<Record<string, string>>>({})
  const memory = useMemo<Memory>(
    () => ({ tokens, keep: (system, token) => setTokens((known) => ({ ...known, [system]: token })) }),
    [tokens],
  )
  return <TokenContext value={memory}>{children}</TokenContext>
}

/** The token that was typed for a system, and the function that keeps another one. */
export function useToken(system: string): [token: string, keep: (token: string) => void] {
  const { tokens, keep } = useContext(TokenContext)
  return [tokens[system] ?? '', (token) => keep(system, token)]
}

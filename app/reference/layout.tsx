import type { ReactNode } from 'react'
import { TokenMemory } from '#components/reference/token-memory.tsx'

export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return <TokenMemory>{children}</TokenMemory>
}

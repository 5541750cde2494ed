'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { ShellUser } from './user-menu.tsx'

const UserContext = createContext<ShellUser | null>(null)

export function UserProvider({ user, children }: { user: ShellUser | null; children: ReactNode }) {
  return <UserContext value={user}>{children}</UserContext>
}

/** The signed-in person; null when signed out. */
export const useUser = (): ShellUser | null => useContext(UserContext)

'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { hasRole, type Rank } from '#lib/contracts/endpoint.ts'
import type { ShellUser } from './user-menu.tsx'

const UserContext = createContext<ShellUser | null>(null)

export function UserProvider({ user, children }: { user: ShellUser | null; children: ReactNode }) {
  return <UserContext value={user}>{children}</UserContext>
}

/** The signed-in person; null when signed out. */
export const useUser = (): ShellUser | null => useContext(UserContext)

/** Whether the signed-in person is an auditor, who also does not write what others write without a role. */
export const useIsAuditor = (): boolean => useUser()?.role === 'auditor'

/** Whether the signed-in person has the rights of a rank; what they may not do is not offered. */
export const useMay = (needed: Rank): boolean => hasRole(useUser()?.role ?? 'viewer', needed)

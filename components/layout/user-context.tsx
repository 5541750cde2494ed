'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { hasRole, type Rank, type Role } from '#lib/contracts/endpoint.ts'

export type ShellUser = { name: string; email: string; role: Role }

const UserContext = createContext<ShellUser | null>(null)

export function UserProvider({ user, children }: { user: ShellUser | null; children: ReactNode }) {
  return <UserContext value={user}>{children}</UserContext>
}

export const useUser = (): ShellUser | null => useContext(UserContext)

/** True if the signed-in person is an auditor, who does not move their own actions. */
export const useIsAuditor = (): boolean => useUser()?.role === 'auditor'

/** True if the signed-in person has the rights of a rank. Pages leave out actions that need more. */
export const useMay = (needed: Rank): boolean => hasRole(useUser()?.role ?? 'viewer', needed)

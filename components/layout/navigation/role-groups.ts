import { hasRole, mayRead, type Role } from '#lib/contracts/endpoint.ts'

export const writers = (role: Role) => hasRole(role, 'reviewer')
export const managers = (role: Role) => hasRole(role, 'manager')
export const admins = (role: Role) => hasRole(role, 'admin')
/** True for managers and auditors. */
export const readers = (role: Role) => mayRead(role, 'manager')

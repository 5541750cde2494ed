import type { z } from 'zod'
import { addressWith } from '#lib/api/page-query.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The URL parameters of the users page. */
export const UserQuery = listUsers.query.omit({ cursor: true })
export type UserQuery = z.output<typeof UserQuery>

export const userAddress = (query: UserQuery, changes: Partial<UserQuery>): string =>
  addressWith(pagePaths.users, query, changes, UserQuery)

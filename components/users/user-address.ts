import type { z } from 'zod'
import type { LayoutQuery } from '#lib/api/layout-query.ts'
import { addressWith } from '#lib/api/page-query.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The URL parameters of the users page. */
export const UserQuery = listUsers.query.omit({ cursor: true })
export type UserQuery = z.output<typeof UserQuery>

export const userAddress = (query: UserQuery & LayoutQuery, changes: Partial<UserQuery & LayoutQuery>): string =>
  addressWith(pagePaths.users, query, changes, UserQuery)

import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'

type AccountColumns = { readonly email: PgColumn; readonly isDisabled: PgColumn }

/** Condition that the directory lists the e-mail address, and only for people who left. */
const hasLeftDirectory = (email: PgColumn | SQL): SQL<boolean> =>
  sql`((select bool_or(${users.isActive}) from ${users} where ${folded(users.email)} = lower(${email})) is false)`

/** Condition that an account belongs to a person who can be assigned work: it is enabled, and they did not leave. */
export const isPresent = ({ email, isDisabled }: AccountColumns): SQL =>
  sql`not ${isDisabled} and not ${hasLeftDirectory(email)}`

/** Condition that the person with an e-mail address left: their account is disabled, or they left the directory. */
export const hasLeft = (email: PgColumn | SQL): SQL<boolean> =>
  sql`(exists (select from ${accounts} where ${accounts.email} = lower(${email}) and ${accounts.isDisabled})
    or ${hasLeftDirectory(email)})`

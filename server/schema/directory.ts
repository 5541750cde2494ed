import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, numeric, type PgColumn, pgTable, text } from 'drizzle-orm/pg-core'
import { codePointText, moment, searchable } from './columns.ts'

/** The people of interface A. `name_key` is the name folded for sorting (see foldForSorting). */
export const users = pgTable(
  'users',
  {
    id: codePointText('id').primaryKey(),
    name: text('name').notNull(),
    nameKey: codePointText('name_key').notNull(),
    email: codePointText('email').notNull(),
    /** The user name of the person in other systems; an import resolves `assigned_to` by it. */
    userName: text('user_name'),
    /** Their number in the personnel system, for the same purpose. */
    employeeNumber: text('employee_number'),
    bio: text('bio').notNull(),
    location: text('location').notNull(),
    avatarUrl: text('avatar_url'),
    /** False for a person who left, according to the directory that was imported last. */
    isActive: boolean('is_active').notNull().default(true),
    origin: text('origin').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('users_name').on(table.nameKey, table.id),
    index('users_email').on(table.email, table.id),
    index('users_folded_email').on(folded(table.email)),
    index('users_person_keys').using('gin', personKeys(table.name, table.userName, table.employeeNumber)),
    index('users_created_at').on(table.createdAt, table.id),
    index('users_name_words').using('gin', nameWordsSql(table.nameKey)),
  ],
)

/** An identifier of a person, compared without case. */
export function folded(column: PgColumn): SQL {
  return sql`lower(${column})`
}

/**
 * The keys by which a person is found: every two words of the name, or its only word, and each user name or number
 * after a `=`. Two names that `isSameName` or `matchesPerson` may take for one have a key in common.
 */
export const personKeys = (name: SQL | PgColumn, ...logins: (SQL | PgColumn)[]): SQL =>
  sql`(person_keys(${sql.join([name, ...logins], sql`, `)}) collate "C")`

/** The folded words of a person's name, for prefix search. */
export function nameWordsSql(nameKey: PgColumn): SQL {
  return sql`to_tsvector('simple', ${searchable(nameKey)})`
}

export const products = pgTable(
  'products',
  {
    id: codePointText('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    price: numeric('price', { precision: 14, scale: 2, mode: 'number' }).notNull(),
    category: codePointText('category').notNull(),
    origin: text('origin').notNull(),
  },
  (table) => [
    // With the price, so that the index alone orders the products of a category within a price range; the next index
    // counts them.
    index('products_category').on(table.category, table.id, table.price),
    index('products_category_price').on(table.category, table.price),
    index('products_price').on(table.price, table.id),
  ],
)

import { z } from 'zod'
import { EmailAddress, identifier, text } from '#lib/contracts/primitives.ts'
import { User } from '#lib/contracts/users.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { users as table } from '#server/schema/directory.ts'
import { readMoment } from '../cells/moment.ts'
import { readFlag, readText, readWebAddress } from '../cells/text.ts'
import { type FieldSpecs, flagValues } from './field-spec.ts'
import { defineTarget } from './target.ts'

const fields = {
  id: {
    read: readText,
    guesses: ['id', 'user_id', 'uid', 'employee_id', 'employee_number', 'user_name', 'username', 'sys_id'],
    isRequired: true,
  },
  name: {
    read: readText,
    guesses: [
      ...['name', 'full_name', 'display_name'],
      { join: ['first_name', 'last_name'], with: ' ' },
      { join: ['given_name', 'family_name'], with: ' ' },
      'user_name',
    ],
    isRequired: true,
  },
  user_name: { read: readText, guesses: ['user_name', 'username', 'login', 'login_name', 'sam_account_name'] },
  employee_number: { read: readText, guesses: ['employee_number', 'employee_id'] },
  email: { read: readText, guesses: ['email', 'e_mail', 'mail', 'email_address'], isRequired: true },
  bio: {
    read: readText,
    isMultiLine: true,
    guesses: ['bio', 'about', 'title', 'job_title', 'company.title', 'position', 'profile.bio'],
  },
  location: {
    read: readText,
    guesses: [
      ...['location', 'profile.location', 'office'],
      { join: ['address.city', 'address.country'], with: ', ' },
      { join: ['city', 'country'], with: ', ' },
    ],
  },
  avatar_url: {
    read: readWebAddress,
    guesses: ['avatar_url', 'avatar', 'image', 'picture', 'photo_url', 'profile.avatar_url', 'photo'],
    isLenient: true,
  },
  is_active: {
    read: readFlag,
    values: flagValues,
    guesses: ['active', 'is_active', 'enabled', 'account_enabled'],
    isLenient: true,
  },
  created_at: {
    read: readMoment,
    guesses: ['created_at', 'sys_created_on', 'sys_created_at', 'created', 'created_on', 'registered_at', 'hire_date'],
    isDate: true,
  },
} as const satisfies FieldSpecs

/** Addresses keep their case: only the domain is case-insensitive (RFC 5321, section 2.4). */
const limits = z.object({
  id: identifier(128),
  name: text(200),
  email: EmailAddress,
  user_name: text(128).nullable().default(null),
  employee_number: text(128).nullable().default(null),
  bio: z.string().max(2000, { error: 'must have at most 2,000 characters' }).default(''),
  location: z.string().max(200, { error: 'must have at most 200 characters' }).default(''),
  avatar_url: text(2000).nullable().default(null),
  is_active: z.boolean().default(true),
  created_at: z.string().nullable().default(null),
})

export const users = defineTarget({
  entity: 'users',
  historyName: 'user',
  table,
  key: 'id',
  fields,
  exported: User,
  limits,
  complete: (row) => row,
  columns: [
    table.id,
    table.name,
    { column: table.nameKey, fields: ['name'], value: (row) => foldForSorting(row.name) },
    table.email,
    table.userName,
    table.employeeNumber,
    table.bio,
    table.location,
    table.avatarUrl,
    table.isActive,
    { column: table.createdAt, absent: 'now' },
  ],
})

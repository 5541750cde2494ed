import { z } from 'zod'
import { EmailAddress, identifier, text } from '#lib/contracts/primitives.ts'
import { User } from '#lib/contracts/users.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { users as table } from '#server/schema/directory.ts'
import { readMoment } from '../cells/moment.ts'
import { readFlag, readText, readWebAddress } from '../cells/text.ts'
import { flagValues } from './field-spec.ts'
import { defineTarget, type TargetFields } from './target.ts'

const fields = {
  id: {
    read: readText,
    guesses: ['id', 'user_id', 'uid', 'employee_id', 'employee_number', 'user_name', 'username', 'sys_id'],
    isRequired: true,
    limit: identifier(128),
    column: table.id,
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
    limit: text(200),
    column: table.name,
  },
  user_name: {
    read: readText,
    guesses: ['user_name', 'username', 'login', 'login_name', 'sam_account_name'],
    limit: text(128).nullable().default(null),
    column: table.userName,
  },
  employee_number: {
    read: readText,
    guesses: ['employee_number', 'employee_id'],
    limit: text(128).nullable().default(null),
    column: table.employeeNumber,
  },
  email: {
    read: readText,
    guesses: ['email', 'e_mail', 'mail', 'email_address'],
    isRequired: true,
    limit: EmailAddress,
    column: table.email,
  },
  bio: {
    read: readText,
    isMultiLine: true,
    guesses: ['bio', 'about', 'title', 'job_title', 'company.title', 'position', 'profile.bio'],
    limit: z.string().max(2000, { error: 'must have at most 2,000 characters' }).default(''),
    column: table.bio,
  },
  location: {
    read: readText,
    guesses: [
      ...['location', 'profile.location', 'office'],
      { join: ['address.city', 'address.country'], with: ', ' },
      { join: ['city', 'country'], with: ', ' },
    ],
    limit: z.string().max(200, { error: 'must have at most 200 characters' }).default(''),
    column: table.location,
  },
  avatar_url: {
    read: readWebAddress,
    guesses: ['avatar_url', 'avatar', 'image', 'picture', 'photo_url', 'profile.avatar_url', 'photo'],
    isLenient: true,
    limit: text(2000).nullable().default(null),
    column: table.avatarUrl,
  },
  is_active: {
    read: readFlag,
    values: flagValues,
    guesses: ['active', 'is_active', 'enabled', 'account_enabled'],
    isLenient: true,
    limit: z.boolean().default(true),
    column: table.isActive,
  },
  created_at: {
    read: readMoment,
    guesses: ['created_at', 'sys_created_on', 'sys_created_at', 'created', 'created_on', 'registered_at', 'hire_date'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: { column: table.createdAt, absent: 'now' },
  },
} as const satisfies TargetFields

export const users = defineTarget({
  entity: 'users',
  historyName: 'user',
  table,
  key: 'id',
  fields,
  exported: User,
  complete: (row) => row,
  columns: [{ column: table.nameKey, from: ['name'], value: (row) => foldForSorting(row.name) }],
})

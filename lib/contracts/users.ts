import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { ListMeta, ResourcePage } from './pages.ts'
import { EmailAddress, identifier, RecordedTimestamp, sortBy, Timestamp, text } from './primitives.ts'
import { filled, key, record } from './record.ts'

export const profile = record('Profile', {
  bio: filled(z.string(), z.string().max(2000, { error: 'must have at most 2,000 characters' }), {
    description: 'A few words by the person',
    example: 'Runs the change advisory board.',
    default: '',
    isMultiLine: true,
    columns: ['bio', 'about', 'title', 'job_title', 'company.title', 'position', 'profile.bio'],
    servicenow: 'title',
  }),
  location: filled(z.string(), z.string().max(200, { error: 'must have at most 200 characters' }), {
    description: 'Where the person works',
    example: 'Turin',
    default: '',
    columns: [
      'location',
      'profile.location',
      'office',
      { join: ['address.city', 'address.country'], with: ', ' },
      { join: ['city', 'country'], with: ', ' },
    ],
    servicenow: 'location.name',
  }),
  avatar_url: filled(z.url(), text(2000), {
    description: 'URL of a picture; a data URL with the initials if there is none',
    example: 'https://hindsight.example/avatars/usr_0007.png',
    columns: ['avatar_url', 'avatar', 'image', 'picture', 'photo_url', 'profile.avatar_url', 'photo'],
  }),
})

export const user = record(
  'User',
  {
    id: key(identifier(128), {
      description: 'Identifier of the user',
      example: 'usr_0007',
      columns: ['id', 'user_id', 'uid', 'employee_id', 'employee_number', 'user_name', 'username', 'sys_id'],
      servicenow: ['user_name', 'sys_id'],
    }),
    name: filled(z.string(), text(200), {
      description: 'Full name',
      example: 'Ines Marchetti',
      isRequired: true,
      columns: [
        'name',
        'full_name',
        'display_name',
        { join: ['first_name', 'last_name'], with: ' ' },
        { join: ['given_name', 'family_name'], with: ' ' },
        'user_name',
      ],
      servicenow: ['name', 'user_name'],
    }),
    email: filled(z.string(), EmailAddress, {
      description: 'E-mail address',
      example: 'ines.marchetti@hindsight.example',
      isRequired: true,
      columns: ['email', 'e_mail', 'mail', 'email_address'],
      servicenow: 'email',
    }),
    created_at: filled(Timestamp, RecordedTimestamp, {
      description: 'When the user was recorded',
      example: '2024-02-11T08:30:00.000Z',
      columns: [
        'created_at',
        'sys_created_on',
        'sys_created_at',
        'created',
        'created_on',
        'registered_at',
        'hire_date',
      ],
      servicenow: 'sys_created_on',
    }),
  },
  {
    user_name: filled(z.string().nullable(), text(128), {
      description: 'Name for signing in',
      example: 'imarchetti',
      columns: ['user_name', 'username', 'login', 'login_name', 'sam_account_name'],
      servicenow: 'user_name',
    }),
    employee_number: filled(z.string().nullable(), text(128), {
      description: 'Number as an employee',
      example: '10042',
      columns: ['employee_number', 'employee_id'],
      servicenow: 'employee_number',
    }),
    is_active: filled(z.boolean(), z.boolean(), {
      description: 'Whether the person still works in the organisation',
      example: true,
      default: true,
      columns: ['active', 'is_active', 'enabled', 'account_enabled'],
      servicenow: 'active',
    }),
  },
)
export const User = user.schema
export type User = z.infer<typeof User>

export const UserWithProfile = User.extend({ profile: profile.schema }).meta({ id: 'UserWithProfile' })
export type UserWithProfile = z.infer<typeof UserWithProfile>

const readers = endpointsFor('Users', { system: 'resources', scope: 'read' }, '/api/v1')

export const listUsers = readers.get('listUsers', '/users', {
  summary: 'List users',
  description: 'Sorted by id by default. Names sort in a fixed order, ignoring case and accents.',
  query: z.strictObject({
    ...ResourcePage,
    search: text(200).optional().describe('Part of a name or an e-mail address, in any case, ignoring accents'),
    sort: sortBy(['id', 'name', 'email', 'created_at']).optional(),
  }),
  response: z.object({ data: z.array(User), meta: ListMeta }),
  examples: {
    query: { page: '1', limit: '2', sort: 'name' },
    response: { data: [user.example], meta: { total: 1, page: 1, limit: 2 } },
  },
})

export const getUser = readers.get('getUser', '/users/{id}', {
  summary: 'Get one user with the profile',
  params: z.object({ id: z.string().min(1).max(128).describe('Identifier of the user') }),
  response: z.object({ data: UserWithProfile }),
  examples: {
    params: { id: 'usr_0007' },
    response: {
      data: {
        ...user.example,
        profile: profile.example,
      },
    },
  },
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ListMeta, ResourcePage } from './pages.ts'
import { sortBy, Timestamp, text } from './primitives.ts'
import * as routes from './routes.ts'

const access = { system: 'resources', scope: 'read' } as const

export const Profile = z
  .object({
    bio: z.string().describe('A few words by the person'),
    location: z.string().describe('Where the person works'),
    avatar_url: z.url().describe('URL of a picture; a data URL with the initials if there is none'),
  })
  .meta({ id: 'Profile' })

export const User = z
  .object({
    id: z.string().describe('Identifier of the user'),
    name: z.string().describe('Full name'),
    email: z.string().describe('E-mail address'),
    created_at: Timestamp.describe('When the user was recorded'),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const UserWithProfile = User.extend({ profile: Profile }).meta({ id: 'UserWithProfile' })
export type UserWithProfile = z.infer<typeof UserWithProfile>

const exampleUser = {
  id: 'usr_0007',
  name: 'Ines Marchetti',
  email: 'ines.marchetti@hindsight.example',
  created_at: '2024-02-11T08:30:00.000Z',
}

export const listUsers = endpoint({
  ...routes.listUsers,
  summary: 'List users',
  description: 'Sorted by id by default. Names sort in a fixed order, ignoring case and accents.',
  access,
  query: z.strictObject({
    ...ResourcePage,
    search: text(200).optional().describe('Part of a name or an e-mail address, in any case, ignoring accents'),
    sort: sortBy(['id', 'name', 'email', 'created_at']).optional(),
  }),
  response: z.object({ data: z.array(User), meta: ListMeta }),
  examples: {
    query: { page: '1', limit: '2', sort: 'name' },
    response: { data: [exampleUser], meta: { total: 1, page: 1, limit: 2 } },
  },
})

export const getUser = endpoint({
  ...routes.getUser,
  summary: 'Get one user with the profile',
  access,
  params: z.object({ id: z.string().min(1).max(128).describe('Identifier of the user') }),
  response: z.object({ data: UserWithProfile }),
  errors: ['not_found'],
  examples: {
    params: { id: 'usr_0007' },
    response: {
      data: {
        ...exampleUser,
        profile: {
          bio: 'Runs the change advisory board.',
          location: 'Turin',
          avatar_url: 'https://hindsight.example/avatars/usr_0007.png',
        },
      },
    },
  },
})

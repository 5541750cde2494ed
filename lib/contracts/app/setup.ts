import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { EmailAddress, nameText } from '#lib/contracts/primitives.ts'
import { Password } from './accounts.ts'
import { getSettingDefinition } from './setting-definitions.ts'

export const FirstAdmin = z
  .strictObject({
    code: z
      .string({ error: 'must be text' })
      .min(1, { error: 'must not be empty' })
      .max(100)
      .describe('The code that the service printed when it started'),
    name: nameText(200).describe('Name of the person'),
    email: EmailAddress.describe('E-mail address to sign in with, in any case'),
    password: Password.describe('Password to sign in with'),
    public_url: (getSettingDefinition('public_url').schema as z.ZodString)
      .optional()
      .describe('The URL at which the person uses Hindsight; becomes the public URL, if none is set'),
    time_zone: (getSettingDefinition('time_zone').schema as z.ZodString)
      .optional()
      .describe('Time zone of the organisation'),
  })
  .meta({ id: 'FirstAdmin' })
export type FirstAdmin = z.infer<typeof FirstAdmin>

export const createFirstAdmin = endpoint({
  ...route('createFirstAdmin', 'Settings', 'POST', '/api/app/v1/setup'),
  summary: 'Add the first admin of a service without accounts',
  description:
    'Needs the code that the service printed. Once there is an account, it is a conflict. After too many wrong codes the IP address has to wait.',
  access: 'public',
  body: FirstAdmin,
  response: z.null(),
  status: 204,
  errors: ['conflict', 'csrf_rejected'],
  examples: {
    body: {
      code: 'K7QM-4XTA-9RWE-2HJD',
      name: 'Ines Marchetti',
      email: 'ines.marchetti@hindsight.example',
      password: 'correct horse battery staple',
      public_url: 'https://hindsight.example.org',
      time_zone: 'Europe/Copenhagen',
    },
  },
})

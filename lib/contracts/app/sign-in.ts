import { z } from 'zod'

export const Credentials = z.strictObject({
  email: z.string().trim().min(1, { error: 'Enter your e-mail address' }).max(254),
  password: z.string().min(1, { error: 'Enter your password' }).max(1024),
})
export type Credentials = z.infer<typeof Credentials>

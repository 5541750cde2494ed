import 'next-auth'
import 'next-auth/jwt'

declare module 'next-auth' {
  interface User {
    sessionVersion: number
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sessionId?: string
    sessionVersion?: number
  }
}

import { userView } from '#components/users/user-view.ts'
import { listUsers } from '#lib/contracts/users.ts'
import * as users from '#server/people/queries.ts'
import { listPage } from '../list-page.tsx'

export const metadata = { title: userView.title }

export default listPage(userView, listUsers, users.listUsers)

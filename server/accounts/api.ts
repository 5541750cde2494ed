import * as accounts from '#lib/contracts/app/accounts.ts'
import * as apiTokens from '#lib/contracts/app/api-tokens.ts'
import * as leavers from '#lib/contracts/app/leavers.ts'
import * as ownData from '#lib/contracts/app/own-data.ts'
import * as signIn from '#lib/contracts/app/sign-in.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import {
  changeMyPassword,
  createAccount,
  endAccountSessions,
  setOwnTimeZone,
  updateAccount,
} from '#server/platform/auth/account-commands.ts'
import { getAccount, listAccounts } from '#server/platform/auth/account-queries.ts'
import { endMyOtherSessions, endMySession, listMySessions } from '#server/platform/auth/own-sessions.ts'
import { createApiToken, revokeApiToken } from '#server/platform/auth/token-commands.ts'
import { listApiTokens } from '#server/platform/auth/token-queries.ts'
import { getActingAccount } from '#server/platform/runtime/context.ts'
import { reassignWork } from './leavers/reassign-work.ts'
import { inviteAccount, inviteImported, revokeInvitation } from './password-reset/invitations.ts'
import { requestPasswordReset, resetPassword } from './password-reset/reset-password.ts'

export const accountsApi = [
  routeTo(leavers.inviteAccount, (ctx, { params }) => inviteAccount(ctx, params.id)),
  routeTo(leavers.revokeInvitation, (ctx, { params }) => revokeInvitation(ctx, params.id)),
  routeTo(accounts.updateAccount, (ctx, { params, body }) => updateAccount(ctx, params.id, body)),
  routeTo(accounts.endAccountSessions, (ctx, { params }) => endAccountSessions(ctx, params.id)),
  routeToList(accounts.listAccounts, (ctx, { query }) => listAccounts(ctx, query)),
  route(accounts.createAccount, async (ctx, { body }) => {
    const account = await createAccount(ctx, body)
    return { body: account, location: `/api/app/v1/accounts/${account.id}` }
  }),
  routeTo(leavers.inviteImported, (ctx, { params }) => inviteImported(ctx, params.id)),
  routeTo(leavers.reassignWork, (ctx, { body }) => reassignWork(ctx, body)),
  route(signIn.requestPasswordReset, async (ctx, { body }) => {
    requestPasswordReset(ctx, body.email)
    return { body: null }
  }),
  routeTo(signIn.resetPassword, (ctx, { body }) => resetPassword(ctx, body)),
  routeTo(accounts.changeMyPassword, (ctx, { body }) => changeMyPassword(ctx, body)),
  route(accounts.getSession, async (ctx) => ({
    body: { account: await getAccount(ctx, getActingAccount(ctx).id) },
  })),
  routeTo(accounts.endMySessions, (ctx) => endAccountSessions(ctx, getActingAccount(ctx).id)),
  routeTo(accounts.setMyTimeZone, (ctx, { body }) => setOwnTimeZone(ctx, body.time_zone)),
  routeTo(ownData.endMySession, (ctx, { params, body }) => endMySession(ctx, params.id, body)),
  routeTo(ownData.endMyOtherSessions, (ctx, { body }) => endMyOtherSessions(ctx, body)),
  routeTo(ownData.listMySessions, (ctx) => listMySessions(ctx)),
  routeTo(apiTokens.revokeApiToken, (ctx, { params }) => revokeApiToken(ctx, params.id)),
  routeToList(apiTokens.listApiTokens, (ctx, { query }) => listApiTokens(ctx, query)),
  route(apiTokens.createApiToken, async (ctx, { body }) => {
    const issued = await createApiToken(ctx, body)
    return { body: issued, location: `/api/app/v1/tokens/${issued.token.id}` }
  }),
]

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * What happens is told by `tx.tell`: in the product and by the mails that its reader chose. A mail of one's own is for what cannot be: each that there is stands
 * here with the reason, and those that only replace a mail that is told at once ask `lettersTo` who wants them.
 */
const letters: Record<string, 'secret' | 'outside' | 'notifications' | 'told' | 'asked'> = {
  'areas/access/server/account-links.ts': 'secret',
  'areas/people/server/invitations.ts': 'secret',
  'areas/campaigns/server/outside/codes.ts': 'secret',
  'areas/campaigns/server/outside/invite.ts': 'outside',
  // To the provider's people, of whom no organisation keeps notifications; and of a trial or a licence, which are no objects that could be opened.
  'areas/access/server/sso/expiry-job.ts': 'outside',
  'areas/tenancy/server/licence.ts': 'outside',
  'areas/tenancy/server/trials.ts': 'outside',
  // A report that is sent again and again: the mail is what was asked for.
  'areas/reporting/server/schedules/send-reports.ts': 'asked',
  // To whoever planned it, of what they had planned: it is no object that could be opened.
  'areas/people/server/planned-hand-over.ts': 'asked',
  'areas/people/server/digests.ts': 'notifications',
  'areas/campaigns/server/plan/mails.ts': 'told',
  'areas/campaigns/server/decide/rejection-mail.ts': 'told',
}
const sources = globSync(['kit/server/**/*.ts', 'areas/*/server/**/*.ts', 'app/server/**/*.ts'])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('kit/server/mail/'))
const textOf = (path: string) => readFileSync(path, 'utf8')

test('whoever writes mails by themselves has a reason', () => {
  expect(sources.filter((path) => /\bsendMails?\b/.test(textOf(path))).toSorted()).toEqual(Object.keys(letters).toSorted())
  for (const [path, why] of Object.entries(letters)) if (why === 'told') expect(textOf(path), path).toMatch(/lettersTo\([^]*tx\.tell\([^]*letter: true/)
})

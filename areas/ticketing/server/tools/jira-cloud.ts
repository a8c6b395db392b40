import { listOf, recordOf, textIn } from './answer.ts'
import { fieldsRead, jiraTool, type Jira } from './jira.ts'
import { plainOf, richOf } from './rich-text.ts'
import { readsTickets } from './words.ts'

/** Jira of the cloud, REST v3: texts are trees, people are account ids, and a search pages by token and knows no total. */
export const jiraCloud = jiraTool({
  version: '3',
  personField: 'accountId',
  personQuery: 'query',
  settles: 300,
  signIn: ({ mail, token }) => `Basic ${Buffer.from(`${String(mail ?? '')}:${String(token ?? '')}`).toString('base64')}`,
  rich: richOf,
  plain: plainOf,
  definition: {
    identifier: 'JIRA_CLOUD',
    kind: 'TICKETING',
    mark: 'JC',
    name: { en: 'Jira Cloud', fr: 'Jira Cloud' },
    description: {
      en: 'Actions and recurring tasks become issues of a project, and follow them both ways.',
      fr: 'Les actions et les tâches récurrentes deviennent des tickets d’un projet et les suivent dans les deux sens.',
    },
    api: 'Jira Cloud REST v3',
    fields: [
      {
        name: 'url',
        type: 'url',
        label: { en: 'Address', fr: 'Adresse' },
        hint: { en: 'https://your-company.atlassian.net', fr: 'https://votre-entreprise.atlassian.net' },
        required: true,
      },
      { name: 'mail', type: 'text', label: { en: 'Account’s mail address', fr: 'Adresse de courriel du compte' }, required: true },
      { name: 'token', type: 'password', label: { en: 'API token', fr: 'Jeton d’API' }, required: true },
    ],
    ...readsTickets,
  },
  async *allProjects(jira: Jira) {
    for (let startAt = 0; ;) {
      const page = recordOf(await jira.get('project/search', { startAt: String(startAt), maxResults: '50', orderBy: 'key', action: 'create' }))
      const values = listOf(page.values)
      yield* values
      startAt += values.length
      if (values.length === 0 || page.isLast === true) return
    }
  },
  async *search(jira, jql, known) {
    const seen = new Set<string>()
    for (let nextPageToken: string | null = null; ;) {
      const page = recordOf(
        await jira.send(
          'POST',
          'search/jql',
          {
            jql,
            fields: fieldsRead,
            maxResults: 100,
            ...(nextPageToken !== null && { nextPageToken }),
            ...(known.length > 0 && { reconcileIssues: known.map(Number) }),
          },
          true,
        ),
      )
      yield listOf(page.issues)
      nextPageToken = page.isLast === true ? null : textIn(page.nextPageToken)
      // The same token again would be asked for ever.
      if (nextPageToken === null || seen.has(nextPageToken)) return
      seen.add(nextPageToken)
    }
  },
})

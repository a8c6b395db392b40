import { listOf, recordOf } from './answer.ts'
import { fieldsRead, jiraTool } from './jira.ts'
import { readsTickets } from './words.ts'

/** Jira Data Center, REST v2: texts as they are, people by name, a search that pages by a number, a personal access token. */
export const jiraDataCenter = jiraTool({
  version: '2',
  personField: 'name',
  personQuery: 'username',
  settles: 60,
  signIn: ({ token }) => `Bearer ${String(token ?? '')}`,
  rich: (text) => text,
  plain: (value) => (typeof value === 'string' ? value : ''),
  definition: {
    identifier: 'JIRA_DATA_CENTER',
    kind: 'TICKETING',
    mark: 'JD',
    name: { en: 'Jira Data Center', fr: 'Jira Data Center' },
    description: {
      en: 'The same with a Jira that you operate yourselves, through a worker where it is not reached from outside.',
      fr: 'La même chose avec un Jira que vous exploitez vous-mêmes, par un agent s’il n’est pas joignable de l’extérieur.',
    },
    api: 'Jira Data Center REST v2',
    fields: [
      {
        name: 'url',
        type: 'url',
        label: { en: 'Address', fr: 'Adresse' },
        hint: { en: 'https://jira.example.com', fr: 'https://jira.exemple.fr' },
        required: true,
      },
      { name: 'token', type: 'password', label: { en: 'Personal access token', fr: 'Jeton d’accès personnel' }, required: true },
    ],
    ...readsTickets,
  },
  async *allProjects(jira) {
    yield* listOf(await jira.get('project'))
  },
  async *search(jira, jql) {
    for (let startAt = 0; ;) {
      const page = recordOf(await jira.send('POST', 'search', { jql, fields: fieldsRead, maxResults: 100, startAt }, true))
      const issues = listOf(page.issues)
      yield issues
      startAt += issues.length
      if (issues.length === 0 || startAt >= Number(page.total ?? 0)) return
    }
  },
})

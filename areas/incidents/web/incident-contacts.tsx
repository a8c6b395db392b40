import { Mail, Phone } from 'lucide-react'
import type { ShownContact } from '#areas/people/contract/contact-call.ts'
import { useRight } from '#kit/web/api/session.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Incident } from './incident-row.ts'
import css from './incident-contacts.module.css'
import { useContacts } from './use-timeline.ts'

/** Whom to call about the incident, in the order of escalation (ADM-12); where there is nobody, whoever may say whom is led to it. */
export function Escalation({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const mayWrite = useRight('contact.write')
  const asOf = useAsOf()
  const { data } = useContacts(row.id)
  if (asOf || !data) return null
  const page = mayWrite ? pageOfEntity('contact') : undefined
  if (data.length === 0 && !page) return null
  return (
    <section>
      <h3>
        {t('contacts.title')} <span>{data.length}</span>
      </h3>
      {data.length > 0 ? (
        <Box as="ol">
          {data.map((contact, index) => (
            <Called key={contact.id} contact={contact} place={index + 1} />
          ))}
        </Box>
      ) : page ? (
        <Link to={path(page.path)}>{t('contacts.none')}</Link>
      ) : null}
    </section>
  )
}

function Called({ contact: { name, job_function, phone, email }, place }: { readonly contact: ShownContact; readonly place: number }) {
  const t = useWords('incidents')
  return (
    <Row as="li" gap={8} align="baseline" padY={3}>
      <Text rigid tone="quiet" figures>
        {place}
      </Text>
      <Stack grow narrows>
        <span>
          {name} {job_function ? <Text tone="quiet">{job_function}</Text> : null}
        </span>
        {phone ? (
          <a className={css.way} href={`tel:${phone.replaceAll(/[^+\d#]/g, '')}`} aria-label={t('contacts.call', { name, phone })}>
            <Phone size={12} strokeWidth={1.75} aria-hidden /> {phone}
          </a>
        ) : null}
        {email ? (
          <a className={css.way} href={`mailto:${email}`} aria-label={t('contacts.write', { name, email })}>
            <Mail size={12} strokeWidth={1.75} aria-hidden /> {email}
          </a>
        ) : null}
      </Stack>
    </Row>
  )
}

import { Mail, MailPlus, Phone } from 'lucide-react'
import { useState } from 'react'
import { LazyInvite } from '#areas/campaigns/web/index.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'
import { useAsks, useEvaluations } from './use-open-evaluations.ts'

/** Whom to write to and whom to call; who has an address can be asked to answer what is open. */
export function ContactsTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  const format = useFormat()
  const manages = useRight('evaluation.manage')
  const asks = useAsks()
  const evaluations = useEvaluations(row)
  const [asked, setAsked] = useState<{ readonly name: string; readonly email: string }>()
  if (row.contacts.length === 0) return <EmptyState title={t('children.no_contacts')} text={t('children.no_contacts_text')} />
  const open = evaluations.data?.objects.filter(asks) ?? []
  const named = open.map(({ id, campaign, due_date: due }) => ({ id, name: [campaign?.name, due ? format.date(due) : ''].filter(Boolean).join(' · ') }))
  return (
    <>
      {manages && row.edit_right && evaluations.data && open.length === 0 ? <p className={css.soft}>{t('children.ask_none')}</p> : null}
      <ul className={css.list}>
        {row.contacts.map(({ id, name, role, email, phone }) => (
          <li key={id}>
            <div className={css.main}>
              <span>{name}</span>
              {role ? <Tag>{t(`entities.supplier.choices.role.${role}`)}</Tag> : null}
              {email && open.length > 0 ? (
                <IconButton label={t('children.ask', { name: name ?? email })} onClick={() => setAsked({ name: name ?? '', email })}>
                  <MailPlus size={16} strokeWidth={1.75} />
                </IconButton>
              ) : null}
            </div>
            <div className={css.about}>
              {email ? (
                <Row as="a" inline align="center" gap={4} href={`mailto:${email}`}>
                  <Mail size={13} aria-hidden /> {email}
                </Row>
              ) : null}
              {phone ? (
                <Row as="a" inline align="center" gap={4} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
                  <Phone size={13} aria-hidden /> {phone}
                </Row>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <Suspense>{asked ? <LazyInvite evaluations={named} person={asked} onClose={() => setAsked(undefined)} /> : null}</Suspense>
    </>
  )
}

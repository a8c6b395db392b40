import { Mail, Phone } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'

/** Whom to write to and whom to call. */
export function ContactsTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  if (row.contacts.length === 0) return <EmptyState title={t('children.no_contacts')} text={t('children.no_contacts_text')} />
  return (
    <ul className={css.list}>
      {row.contacts.map(({ id, name, role, email, phone }) => (
        <li key={id}>
          <div className={css.main}>
            <span>{name}</span>
            {role ? <Tag>{t(`entities.supplier.choices.role.${role}`)}</Tag> : null}
          </div>
          <div className={css.about}>
            {email ? (
              <a href={`mailto:${email}`}>
                <Mail size={13} aria-hidden /> {email}
              </a>
            ) : null}
            {phone ? (
              <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
                <Phone size={13} aria-hidden /> {phone}
              </a>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

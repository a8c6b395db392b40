import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ChainLink, readChain } from '#areas/suppliers/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { ChainPicture } from './chain-picture.tsx'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'

const ChainDialog = lazy(async () => ({ default: (await import('./chain-dialog.tsx')).ChainDialog }))

/** Who works for a supplier, who works for these and for whom it works itself: as a picture, and as a list that says the same. */
export function ChainTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['supplier', 'chain', row.id, row.version],
    queryFn: ({ signal }) => api.call<typeof readChain>('GET /supplier/{id}/chain', { params: { id: row.id }, signal }),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  const { links, serves } = data.object
  const edit = row.edit_right ? { label: t('chain.edit'), run: () => setEditing(true) } : undefined
  return (
    <div className={css.tab}>
      {links.length < 2 ? (
        <EmptyState title={t('chain.none')} text={t('chain.none_text')} way={edit} />
      ) : (
        <>
          {edit ? (
            <div className={css.bar}>
              <Button icon={<Pencil size={13} aria-hidden />} onClick={edit.run}>
                {edit.label}
              </Button>
            </div>
          ) : null}
          <ChainPicture links={links} name={row.name ?? ''} />
          <details className={css.asList}>
            <summary>{t('chain.as_list')}</summary>
            <ul className={css.list}>
              {links.slice(1).map((link, n) => (
                <Line key={`${link.id} ${n}`} link={link} recipient={links[link.under ?? 0]} />
              ))}
            </ul>
          </details>
        </>
      )}
      {serves.length > 0 ? (
        <section>
          <h3>{t('chain.serves')}</h3>
          <ul className={css.list}>
            {serves.map(({ id, name }) => (
              <li key={id}>
                <Link to={path('/ops/suppliers', { id })}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Suspense>{editing ? <ChainDialog row={row} onClose={() => setEditing(false)} /> : null}</Suspense>
    </div>
  )
}

function Line({ link, recipient }: { readonly link: ChainLink; readonly recipient: ChainLink | undefined }) {
  const t = useWords('suppliers')
  const nameOf = (one: ChainLink | undefined) => one?.name ?? t('chain.hidden')
  return (
    <li>
      <div className={css.main}>{t('chain.works_for', { name: nameOf(link), rank: String(link.rank), recipient: nameOf(recipient) })}</div>
      <div className={css.about}>
        {link.service ? <span>{link.service}</span> : null}
        {link.task ? <span>{link.task}</span> : null}
        {link.country ? <span>{link.country}</span> : null}
      </div>
    </li>
  )
}

import { useQueries } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { evidence } from '#areas/evidence/contract/evidence.ts'
import { supplier } from '#areas/suppliers/contract/supplier.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { recordQueryOf } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Due, type Supplier } from './presentation.tsx'
import css from './suppliers.module.css'

const CertificateDialog = lazy(async () => ({ default: (await import('./certificate-dialog.tsx')).CertificateDialog }))

/** What a supplier holds, as the write names it. */
export const certificatesOf = (row: Supplier) =>
  row.certificates.map(({ id, kind, evidence: proof, scope }) => ({ id, kind, evidence: proof?.id ?? null, scope }))

/** Certificates with the evidence that shows them: its last day is theirs. */
export function CertificatesTab({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  const [adding, setAdding] = useState(false)
  const proofs = useQueries({
    queries: row.certificates.map(({ evidence: proof }) => ({
      ...recordQueryOf<RowOf<typeof evidence>>('evidence', proof?.id),
      enabled: proof !== null && !proof.hidden,
    })),
  })
  const remove = (id: number) =>
    void saveRow<Supplier>(`/${supplier.name}/${row.id}`, row, { certificates: certificatesOf(row).filter((one) => one.id !== id) })
      .then(({ message }) => message && toast.success(message))
      .catch((reason: unknown) => toast.error(failureText(reason)))
      .finally(() => void renewed())
  const add = row.edit_right ? { label: t('children.add_certificate'), run: () => setAdding(true) } : undefined
  return (
    <div className={css.tab}>
      {row.certificates.length === 0 ? (
        <EmptyState title={t('children.no_certificates')} text={t('children.no_certificates_text')} way={add} />
      ) : (
        <>
          {add ? (
            <div className={css.bar}>
              <Button icon={<Plus size={14} aria-hidden />} onClick={add.run}>
                {add.label}
              </Button>
            </div>
          ) : null}
          <ul className={css.list}>
            {row.certificates.map(({ id, kind, evidence: proof, scope }, n) => {
              const name = kind ? t(`entities.supplier.choices.kind.${kind}`) : ''
              return (
                <li key={id}>
                  <div className={css.main}>
                    <span>{name}</span>
                    {row.edit_right ? (
                      <IconButton size="sm" label={`${t('children.remove')} ${name}`} onClick={() => remove(id)}>
                        <X size={13} aria-hidden />
                      </IconButton>
                    ) : null}
                  </div>
                  <div className={css.about}>
                    {proof ? (
                      proof.hidden ? (
                        <span>{proof.name}</span>
                      ) : (
                        <Link to={path('/ops/evidence', { id: proof.id })}>{proof.name}</Link>
                      )
                    ) : (
                      <span>{t('children.no_proof')}</span>
                    )}
                    <Due day={proofs[n]?.data?.object.valid_until ?? null} />
                    {scope ? <span>{scope}</span> : null}
                  </div>
                </li>
              )
            })}
          </ul>
        </>
      )}
      <Suspense>{adding ? <CertificateDialog row={row} onClose={() => setAdding(false)} /> : null}</Suspense>
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { MissingRecord, readRegister } from '#areas/suppliers/contract/calls.ts'
import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { supplier } from '#areas/suppliers/contract/supplier.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { api } from '#kit/web/api/client.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { type Address, part, path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './suppliers.module.css'

/** The register of information: what is missing of it, and its tables as files. */
export function Page() {
  const t = useWords('suppliers')
  const format = useFormat()
  const [day, setDay] = useState<string | null>(() => dayOf())
  const asOf = day ?? dayOf()
  const { data, error, refetch } = useQuery({
    queryKey: ['supplier', 'register', asOf],
    queryFn: ({ signal }) => api.call<typeof readRegister>('GET /supplier/register', { query: { day: asOf }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { essential: true },
  })
  return (
    <Sheet>
      <Box overflow="scrolled" padY={16} padX={16} className={css.sheet}>
        <p className={css.soft}>{t('register.lead')}</p>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonRows count={10} /> : null}
        {data ? (
          <>
            <div className={css.register}>
              <DateInput label={t('register.day')} value={day} onChange={setDay} max={dayOf()} strict />
            </div>
            <div className={css.bar}>
              <Text as="h2" size={16} weight={700} data-tone={data.object.count > 0 ? 'warn' : 'ok'}>
                {t('register.missing', { count: data.object.count })}
              </Text>
              <Button variant="primary" icon={<Download size={14} aria-hidden />} onClick={() => void api.download(`/supplier/register/file?day=${asOf}`)}>
                {t('register.download')}
              </Button>
            </div>
            <p className={css.soft}>{data.object.count > 0 ? t('register.missing_lead') : t('register.complete')}</p>
            {data.object.missing.length > 0 ? (
              <Box overflow="scrolled-across" below={20}>
                <Box as="table" full className={css.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t('register.record')}</th>
                      <th scope="col">{t('register.fields')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.object.missing.map((record) => (
                      <Missing key={`${record.entity} ${record.id} ${record.fields[0]?.column}`} record={record} />
                    ))}
                  </tbody>
                </Box>
              </Box>
            ) : null}
            <h2>{t('register.tables')}</h2>
            <Box overflow="scrolled-across" below={20}>
              <Box as="table" full className={css.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('register.table')}</th>
                    <th scope="col">{t('register.rows')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.object.tables.map(({ table, rows }) => (
                    <tr key={table}>
                      <th scope="row">
                        {table} {t(`register.names.${table.replace('.', '_') as 'B_01_01'}`)}
                      </th>
                      <td>{format.number(rows)}</td>
                    </tr>
                  ))}
                </tbody>
              </Box>
            </Box>
            <p className={css.soft}>{t('register.not_held')}</p>
          </>
        ) : null}
      </Box>
    </Sheet>
  )
}

const entities: Readonly<Record<Exclude<MissingRecord['entity'], 'settings'>, { readonly def: EntityDef; readonly to: (id: number) => Address }>> = {
  supplier: { def: supplier, to: (id) => part(path('/ops/suppliers', { id }), 'details') },
  supplier_service: { def: supplierService, to: (id) => path('/ops/suppliers/services', { id }) },
  supplier_contract: { def: supplierContract, to: (id) => path('/ops/suppliers/contracts', { id }) },
}

function Missing({ record }: { readonly record: MissingRecord }) {
  return record.entity === 'settings' ? <MissingSettings record={record} /> : <MissingOf record={record} entity={record.entity} />
}

function MissingSettings({ record: { name, fields } }: { readonly record: MissingRecord }) {
  const t = useWords('suppliers')
  return (
    <Line
      name={name}
      about={t('settings.open')}
      to={path('/ops/suppliers/settings')}
      fields={fields.map(({ field, column }) => ({ column, label: t(`settings.${field as 'lei'}`), problem: undefined }))}
    />
  )
}

function MissingOf({ record: { id, name, fields }, entity }: { readonly record: MissingRecord; readonly entity: keyof typeof entities }) {
  const t = useWords('suppliers')
  const { def, to } = entities[entity]
  const words = useEntityWords(def)
  return (
    <Line
      name={name}
      about={words.one}
      to={to(id ?? 0)}
      fields={fields.map(({ field, column, problem }) => ({
        column,
        label: field === 'contract' ? t('register.contract') : words.field(field),
        problem: problem === 'MISSING' ? undefined : t(`register.problems.${problem}`),
      }))}
    />
  )
}

interface LineProps {
  readonly name: string
  readonly about: string
  readonly to: Address
  readonly fields: readonly { readonly column: string; readonly label: string; readonly problem: string | undefined }[]
}

const Line = ({ name, about, to, fields }: LineProps) => (
  <tr>
    <th scope="row">
      <Link to={to}>{name}</Link>{' '}
      <Text as="small" tone="quiet" size={11}>
        {about}
      </Text>
    </th>
    <td>
      {fields.map(({ column, label, problem }) => (
        <span key={`${column} ${problem}`} className={css.missing}>
          {label}{' '}
          {problem ? (
            <Text as="em" tone="warn" upright>
              ({problem})
            </Text>
          ) : null}{' '}
          <Text as="small" tone="quiet" size={11}>
            {column}
          </Text>
        </span>
      ))}
    </td>
  </tr>
)

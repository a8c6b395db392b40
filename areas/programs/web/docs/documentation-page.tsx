import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Link, useAsk, useAsked } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { PasswordInput } from '#kit/web/ui/text-input.tsx'
import { callsPerMinute, publicPath } from '#areas/programs/contract/calls.ts'
import { useKeyChoices } from '#areas/programs/web/keys-api.ts'
import type { ApiDocument, Operation as OperationOf } from './document.ts'
import { operationsOf } from './document.ts'
import { Operation } from './operation.tsx'
import { usePublicDocument } from './use-public-document.ts'
import css from './documentation.module.css'

const address = '/admin/public_api/documentation'

/** What programs may ask for, read from what the server itself says of it; each request can be tried with a key that stays in this page. */
export function Page() {
  const { data, error, refetch } = usePublicDocument()
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  return data ? <Types document={data} /> : <SkeletonRows count={20} />
}

function Types({ document: api }: { readonly document: ApiDocument }) {
  const t = useWords('programs')
  const ask = useAsk<typeof address>()
  const { type: asked } = useAsked<typeof address>()
  const { data: choices } = useKeyChoices()
  const [key, setKey] = useState('')
  const operations = operationsOf(api)
  const names = new Map(choices?.types.map(({ type, name }) => [type, name]))
  const nameOf = (type: string) => names.get(type) ?? type
  const types = [...operations.keys()].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
  const type = types.find((one) => one === asked) ?? types[0] ?? ''
  return (
    <Grid align="start" className={css.documentation}>
      <Stack as="nav" gap={2} padX={16} padY={16} overflow="scrolled-down" className={css.types} aria-label={t('docs.types')}>
        {types.map((one) => (
          <Link key={one} to={path(address, { type: one })} aria-current={one === type ? 'page' : undefined}>
            {nameOf(one)}
          </Link>
        ))}
      </Stack>
      <Stack gap={16} padX={16} padY={20} className={css.sheet}>
        <div className={css.choice}>
          <Select
            label={t('docs.types')}
            value={type}
            options={types.map((one) => ({ value: one, label: nameOf(one) }))}
            onChange={(value) => ask({ type: value ?? type }, true)}
          />
        </div>
        <Stack gap={8}>
          <Row align="center" gap={12} wrap spread="between">
            <Text as="h2" size={20} weight={600} breaks>
              {nameOf(type)}
            </Text>
            <Box as="a" href={`${publicPath}/openapi.json`} download="openapi.json" inline tone="accent" className={css.download}>
              <Download size={14} aria-hidden /> {t('docs.download')}
            </Box>
          </Row>
          <Text as="p" tone="soft">
            {t('docs.intro', { minute: callsPerMinute })}
          </Text>
        </Stack>
        <Box edge="all" corner={8} padX={12} padY={12} className={css.key}>
          <PasswordInput
            label={t('docs.key')}
            help={t('docs.key_hint')}
            value={key}
            autoComplete="off"
            spellCheck={false}
            data-1p-ignore
            onChange={(event) => setKey(event.target.value.trim())}
          />
        </Box>
        <OfType key={type} api={api} operations={operations.get(type) ?? []} secret={key} />
      </Stack>
    </Grid>
  )
}

interface OfTypeProps {
  readonly api: ApiDocument
  readonly operations: readonly OperationOf[]
  readonly secret: string
}

function OfType({ api, operations, secret }: OfTypeProps) {
  useEffect(() => {
    document.getElementById('main')?.scrollTo(0, 0)
  }, [])
  return (
    <Stack as="ul" gap={8}>
      {operations.map((operation) => (
        <li key={operation.id}>
          <Operation api={api} operation={operation} secret={secret} />
        </li>
      ))}
    </Stack>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { control } from '#areas/policies/contract/control.ts'
import { controlNotApplicable } from '#areas/policies/contract/policy-application.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { asOfCall, useRecord } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attempt } from './attempt.ts'
import css from './solutions-tab.module.css'
import { ScorePreview } from './score-preview.tsx'
import { useApplications } from './use-applications.ts'

type Exclusion = RowOf<typeof controlNotApplicable>

/** Where a requirement does not apply, by whose decision and why. */
export function ApplicabilityTab({ policyId, control: id }: { readonly policyId: number; readonly control: number }) {
  const asOf = useAsOf()
  const lineage = useRecord(control, id, asOf).data?.lineage_id
  const t = useWords('policies')
  const kit = useWords('kit')
  const format = useFormat()
  const mayWrite = useRight('control_not_applicable.write') && !asOf
  const applications = useApplications(policyId, asOf)
  const [perimeter, setPerimeter] = useState<string | null>(null)
  const [justification, setJustification] = useState('')
  const { data: exclusions = [] } = useQuery({
    queryKey: [controlNotApplicable.name, 'of', lineage, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<Exclusion>>(
        '/control_not_applicable/page',
        { queryParams: { filters: [{ name: 'lineage_id', selected_options: [lineage] }], per_page: rowLimit } },
        { signal, ...asOfCall(asOf) },
      ),
    enabled: lineage !== undefined,
    select: (answer) => answer.objects,
  })
  const open = applications.filter((each) => !exclusions.some((exclusion) => exclusion.perimeter?.id === each.perimeter?.id))
  const exclude = async () => {
    const done = await attempt(() =>
      api.post<{ message?: string }>('/control_not_applicable', { perimeter: Number(perimeter), lineage_id: lineage, justification }),
    )
    if (!done) return
    setPerimeter(null)
    setJustification('')
  }
  const include = (row: Exclusion) => attempt(() => api.del<{ message?: string }>(`/control_not_applicable/${row.id}`))
  return (
    <Stack gap={12} padY={4}>
      {exclusions.length === 0 ? (
        <Text as="p" size={12} tone="quiet">
          {t('applicability.everywhere')}
        </Text>
      ) : null}
      <ul className={css.list}>
        {exclusions.map((row) => (
          <Row as="li" align="center" gap={8} edge="soft-below" key={row.id}>
            <Box grow narrows breaks>
              <b>{row.perimeter?.name}</b>
              <br />
              {row.justification}
              <Text as="div" size={12} tone="quiet">
                {[row.updated_by?.name, format.date(row.decided_at)].filter(Boolean).join(' · ')}
              </Text>
            </Box>
            {row.delete_right ? (
              <Button size="sm" onClick={() => void include(row)}>
                {t('applicability.include')}
              </Button>
            ) : null}
          </Row>
        ))}
      </ul>
      {mayWrite && open.length > 0 ? (
        <>
          <Select
            label={t('entities.control_not_applicable.fields.perimeter')}
            value={perimeter}
            onChange={setPerimeter}
            options={open.map((each) => namedOption(each.perimeter?.id ?? 0, each.perimeter?.name ?? ''))}
          />
          <TextArea
            label={t('entities.control_not_applicable.fields.justification')}
            required
            rows={3}
            maxLength={4000}
            value={justification}
            onChange={(event) => setJustification(event.currentTarget.value)}
          />
          {perimeter !== null && lineage != null ? (
            <ScorePreview steady changes={[{ kind: 'NOT_APPLICABLE', perimeter: Number(perimeter), lineages: [lineage] }]} />
          ) : null}
          <Row gap={8} spread="last">
            <Button variant="primary" disabled={perimeter === null || justification.trim() === ''} onClick={() => void exclude()}>
              {t('applicability.exclude')}
            </Button>
          </Row>
        </>
      ) : null}
      {applications.length === 0 ? (
        <Text as="p" size={12} tone="quiet">
          {t('applicability.not_applied')}
        </Text>
      ) : null}
      {!mayWrite && exclusions.length > 0 ? (
        <Text as="p" size={12} tone="quiet">
          {kit('record.read_only')}
        </Text>
      ) : null}
    </Stack>
  )
}

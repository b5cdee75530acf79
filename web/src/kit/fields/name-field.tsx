import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import {
  findPartNameFault,
  findPieceNameFault,
  MAX_PART_NAME_LENGTH,
  MAX_PIECE_NAME_LENGTH,
  normalizeName,
} from '#core/library/piece.ts'
import { codePointCount } from '#core/protocol/plain-text.ts'
import { TextField } from './field.tsx'

type Props = {
  of: 'piece' | 'part'
  label: string
  value: string
  onChange: (value: string) => void
  /** A text, or 'length' for a hint that counts the characters. */
  hint?: string | undefined
  isAsked?: boolean
  isFormEmpty?: boolean
  ref?: Ref<HTMLInputElement>
}

export function NameField(props: Props) {
  const { of, label, value, onChange, hint, isAsked = false, isFormEmpty = false, ref } = props
  const { t } = useTranslation()
  const [isJudged, setJudged] = useState(false)
  const [wasFilled, setFilled] = useState(value !== '')
  const { faultOf, longest, keys } = RULES[of]
  const fault = faultOf(value)
  const isShown = fault !== null && (isAsked || fault === 'too-long' || (isJudged && !isFormEmpty))

  function change(next: string) {
    setFilled(wasFilled || next !== '')
    onChange(next)
  }

  return (
    <TextField
      ref={ref}
      label={label}
      value={value}
      autoComplete="off"
      // The counter and the error say when it is too long; a maxlength would drop characters silently.
      onChange={event => change(event.target.value)}
      onBlur={() => setJudged(wasFilled || of === 'piece')}
      error={isShown ? t(`field.${keys[fault]}`) : undefined}
      hint={hint === 'length' ? <LengthHint value={value} longest={longest} /> : hint}
    />
  )
}

function LengthHint({ value, longest }: { value: string; longest: number }) {
  const { t } = useTranslation('pieces')
  return (
    <>
      <span>{t('name.pieceHint')}</span>
      <span data-stays translate="no">
        {t('name.count', { length: codePointCount(normalizeName(value)), longest })}
      </span>
    </>
  )
}

export const PIECE_NAME_FAULT_KEYS = {
  required: 'required',
  'too-short': 'pieceNameTooShort',
  'too-long': 'pieceNameTooLong',
} as const

const RULES = {
  piece: {
    faultOf: findPieceNameFault,
    longest: MAX_PIECE_NAME_LENGTH,
    keys: PIECE_NAME_FAULT_KEYS,
  },
  part: {
    faultOf: findPartNameFault,
    longest: MAX_PART_NAME_LENGTH,
    keys: { required: 'required', 'too-short': 'required', 'too-long': 'partNameTooLong' },
  },
} as const

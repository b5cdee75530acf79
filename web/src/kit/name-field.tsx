import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import {
  faultOfPartName,
  faultOfPieceName,
  lengthOf,
  LONGEST_PART_NAME,
  LONGEST_PIECE_NAME,
  tidiedName,
  type TextFault,
} from '#core/piece.ts'
import { TextField } from './field.tsx'

type Props = {
  /** A piece has 3 to 25 characters, a section 1 to 25. */
  of: 'piece' | 'part'
  label: string
  value: string
  onChange: (value: string) => void
  /** Stands under the field until something is wrong; `length` tells how long it may be and is. */
  hint?: 'length' | { text: string } | undefined
  /** Going on was tried: say what is wrong, left or not. */
  isAsked?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The name of a piece or a section. Too long is said at once, too short when the field is left. */
export function NameField({ of, label, value, onChange, hint, isAsked = false, ref }: Props) {
  const { t } = useTranslation()
  const [isJudged, setJudged] = useState(false)
  const { faultOf, longest, keys } = RULES[of]
  const fault = faultOf(value)
  const isShown = fault !== null && (isJudged || isAsked || fault === 'too-long')

  return (
    <TextField
      ref={ref}
      label={label}
      value={value}
      autoComplete="off"
      // The counter and the message say when it is too long; a field that swallows letters says nothing.
      onChange={event => onChange(event.target.value)}
      onBlur={() => setJudged(value !== '' || of === 'piece')}
      error={isShown ? t(`field.${keys[fault]}`) : undefined}
      hint={hint === 'length' ? <LengthHint value={value} longest={longest} /> : hint?.text}
    />
  )
}

function LengthHint({ value, longest }: { value: string; longest: number }) {
  const { t } = useTranslation('pieces')
  return (
    <>
      <span>{t('name.pieceHint')}</span>
      <span>{t('name.count', { length: lengthOf(tidiedName(value)), longest })}</span>
    </>
  )
}

type FaultKey = 'required' | 'pieceNameTooShort' | 'pieceNameTooLong' | 'partNameTooLong'
type Rules = {
  faultOf: (name: string) => TextFault | null
  longest: number
  keys: Record<TextFault, FaultKey>
}

const RULES: Record<Props['of'], Rules> = {
  piece: {
    faultOf: faultOfPieceName,
    longest: LONGEST_PIECE_NAME,
    keys: { required: 'required', 'too-short': 'pieceNameTooShort', 'too-long': 'pieceNameTooLong' },
  },
  part: {
    faultOf: faultOfPartName,
    longest: LONGEST_PART_NAME,
    keys: { required: 'required', 'too-short': 'required', 'too-long': 'partNameTooLong' },
  },
}

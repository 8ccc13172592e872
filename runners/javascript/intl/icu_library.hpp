#pragma once

#include <unicode/ubrk.h>
#include <unicode/ucal.h>
#include <unicode/ucnv.h>
#include <unicode/ucol.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/udateintervalformat.h>
#include <unicode/udatpg.h>
#include <unicode/uenum.h>
#include <unicode/uldnames.h>
#include <unicode/ulistformatter.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/unumberrangeformatter.h>
#include <unicode/unumsys.h>
#include <unicode/upluralrules.h>
#include <unicode/ureldatefmt.h>
#include <unicode/ustring.h>

// What we call of ICU. The headers rename each function to one with the version in its name; the members below are
// renamed alike, so icu().ucol_open(…) reads as the function does.
#define EVALD_ICU_FUNCTIONS(X)                                                                                       \
    X(u_errorName) X(u_strToUpper) X(u_strToLower)                                                                   \
    X(ubrk_open) X(ubrk_close) X(ubrk_setText) X(ubrk_next) X(ubrk_first) X(ubrk_getRuleStatus)                      \
    X(ucal_setGregorianChange) X(ucal_getCanonicalTimeZoneID) X(ucal_getHostTimeZone) X(ucal_getType)                \
    X(ucal_openTimeZoneIDEnumeration) X(ucal_getKeywordValuesForLocale) X(ucal_clone) X(ucal_close)                  \
    X(ucnv_open) X(ucnv_close) X(ucnv_toUChars) X(ucnv_setToUCallBack) X(UCNV_TO_U_CALLBACK_STOP)                    \
    X(ucol_open) X(ucol_close) X(ucol_strcoll) X(ucol_setAttribute)                                                  \
    X(ucurr_getName) X(ucurr_openISOCurrencies) X(ucurr_getDefaultFractionDigits)                                    \
    X(udat_open) X(udat_close) X(udat_formatForFields) X(udat_toPattern) X(udat_getCalendar) X(udat_setCalendar)     \
    X(udtitvfmt_open) X(udtitvfmt_close) X(udtitvfmt_openResult) X(udtitvfmt_closeResult)                            \
    X(udtitvfmt_formatToResult) X(udtitvfmt_resultAsValue)                                                           \
    X(udatpg_open) X(udatpg_close) X(udatpg_getBestPatternWithOptions) X(udatpg_getSkeleton)                         \
    X(udatpg_getFieldDisplayName) X(udatpg_getDefaultHourCycle)                                                      \
    X(uenum_next) X(uenum_close)                                                                                     \
    X(ufieldpositer_open) X(ufieldpositer_close) X(ufieldpositer_next)                                               \
    X(ufmtval_getString) X(ufmtval_nextPosition) X(ucfpos_open) X(ucfpos_close) X(ucfpos_getCategory)                \
    X(ucfpos_getField) X(ucfpos_getIndexes)                                                                          \
    X(uldn_openForContext) X(uldn_close) X(uldn_localeDisplayName) X(uldn_regionDisplayName)                         \
    X(uldn_scriptDisplayName) X(uldn_keyValueDisplayName)                                                            \
    X(ulistfmt_openForType) X(ulistfmt_close) X(ulistfmt_openResult) X(ulistfmt_closeResult)                         \
    X(ulistfmt_formatStringsToResult) X(ulistfmt_resultAsValue)                                                      \
    X(uloc_forLanguageTag) X(uloc_toLanguageTag) X(uloc_addLikelySubtags) X(uloc_minimizeSubtags)                    \
    X(uloc_countAvailable) X(uloc_getAvailable)                                                                      \
    X(unumf_openForSkeletonAndLocaleWithError) X(unumf_close) X(unumf_openResult) X(unumf_closeResult)               \
    X(unumf_formatDouble) X(unumf_formatDecimal) X(unumf_resultAsValue)                                              \
    X(unumrf_openForSkeletonWithCollapseAndIdentityFallback) X(unumrf_close) X(unumrf_openResult)                    \
    X(unumrf_closeResult) X(unumrf_formatDecimalRange) X(unumrf_resultAsValue)                                       \
    X(unumsys_openAvailableNames) X(unumsys_openByName) X(unumsys_isAlgorithmic) X(unumsys_close)                    \
    X(unumsys_open) X(unumsys_getName)                                                                               \
    X(uplrules_openForType) X(uplrules_close) X(uplrules_selectFormatted) X(uplrules_selectForRange)                 \
    X(uplrules_getKeywords)                                                                                          \
    X(ureldatefmt_open) X(ureldatefmt_close) X(ureldatefmt_openResult) X(ureldatefmt_closeResult)                    \
    X(ureldatefmt_formatToResult) X(ureldatefmt_formatNumericToResult) X(ureldatefmt_resultAsValue)

namespace evald::js {

/// ICU's functions. Its libraries and data are mapped when a cell first needs them, not when the runner starts.
struct IcuLibrary {
#define EVALD_ICU_MEMBER(name) decltype(&::name) name = nullptr;
    EVALD_ICU_FUNCTIONS(EVALD_ICU_MEMBER)
#undef EVALD_ICU_MEMBER
};

/// Throws NativeError where the libraries are not installed.
const IcuLibrary& icu();

/// Throws NativeError (RangeError) for a failure; warnings are none.
void check_icu(UErrorCode status);

}  // namespace evald::js

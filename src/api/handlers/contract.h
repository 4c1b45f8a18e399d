/* openapi.yaml, as it was when this was built. */
#ifndef API_HANDLERS_CONTRACT_H
#define API_HANDLERS_CONTRACT_H

#include <stdint.h>

extern const char contract_yaml[];
extern const uint64_t contract_yaml_length;

#endif

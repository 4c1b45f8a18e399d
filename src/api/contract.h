/* openapi.yaml, as it was when this was built. */
#ifndef API_CONTRACT_H
#define API_CONTRACT_H

extern const char contract_yaml[];
extern const char contract_yaml_end[];

#endif

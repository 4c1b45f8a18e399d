/* Takes openapi.yaml into the program (the compiler is started at the top of the tree). */
#include "api/handlers/contract.h"

__asm__(".section .rodata\n"
	".global contract_yaml, contract_yaml_length\n"
	"contract_yaml:\n"
	".incbin \"openapi.yaml\"\n"
	"contract_yaml_end:\n"
	".balign 8\n"
	"contract_yaml_length:\n"
	".quad contract_yaml_end - contract_yaml\n"
	".previous\n");

/* wt_xml.h - text in XML and HTML. */
#ifndef WT_XML_H
#define WT_XML_H
#include <stdio.h>

/* Text of an element or attribute: the four marks as entities, control characters as spaces. */
void wt_xml(FILE *f, const char *s);
#endif
